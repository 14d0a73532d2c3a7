/** Makes the addresses that the API hands out. */
export interface Links {
  /** What all of them begin with. */
  publicUrl: string;
  /** The resource in the API: `path` below `/v1/`. */
  location(path: string): string;
  /** A page for people that names the thing. */
  app(kind: string, id: string): string;
}

export function linksOf(publicUrl: string): Links {
  return {
    publicUrl,
    location: (path) => `${publicUrl}/v1/${path}`,
    app: (kind, id) => `${publicUrl}/app/${kind}/${encodeURIComponent(id)}`,
  };
}
