/** Whether browsers may be sent there after signing on: a path of this instance, and nothing that leads elsewhere. */
export function isReturnPath(path: string): boolean {
  return path.length <= 512 && /^\/(?!\/)[^\\\p{Cc}\p{Zl}\p{Zp}]*$/u.test(path);
}
