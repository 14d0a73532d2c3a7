/** A part of a path as it was before it was encoded; undefined when it is none of ours. */
export function decodeSegment(part: string): string | undefined {
  try {
    const text = decodeURIComponent(part);
    return text.includes('\0') ? undefined : text;
  } catch (error) {
    // Not UTF-8.
    if (error instanceof URIError) return undefined;
    throw error;
  }
}

/** The parts of a path; undefined when one of them is none of ours. */
export function segmentsOf(path: string): string[] | undefined {
  const parts = path.split('/').filter(Boolean).map(decodeSegment);
  return parts.every((part) => part !== undefined) ? parts : undefined;
}
