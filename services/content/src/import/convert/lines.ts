/** Rewrites the lines of Markdown that are not inside of a fence; each comes with its line end. */
export function outsideOfFences(markdown: string, rewrite: (line: string) => string): string {
  let fence: string | undefined;
  return markdown
    .split(/(?<=\n)/)
    .map((line) => {
      const mark = /^ {0,3}(`{3,}|~{3,})([^\r\n]*)/.exec(line);
      if (fence === undefined) {
        if (mark && !(mark[1]!.startsWith('`') && mark[2]!.includes('`'))) fence = mark[1]!;
        else return rewrite(line);
      } else if (mark && mark[1]!.startsWith(fence) && mark[2]!.trim() === '') fence = undefined;
      return line;
    })
    .join('');
}
