import { bundledLanguages, createCssVariablesTheme, createHighlighter, type Highlighter } from 'shiki';
import { Recent } from '../web/recent.js';
import { escapeHtml } from './escape.js';

/** Colours are left to the style sheet: tokens get classes, because published pages allow no inline styles. */
const theme = createCssVariablesTheme({ name: 'quire', variablePrefix: '--', variableDefaults: {}, fontStyle: false });
const longestCode = 50_000;
const longestLine = 2_000;

let starting: Promise<Highlighter> | undefined;
/** Most code stays as it is from one revision to the next; colouring it takes longer than all the rest of a page. */
const coloured = new Recent<readonly string[]>({
  maxSize: 8_000_000,
  sizeOf: (lines) => lines.reduce((sum, line) => sum + line.length, 500),
});

/** The lines of a piece of code as HTML, coloured when its language is known and it is not too long. */
export async function highlight(lines: readonly string[], syntax: string): Promise<readonly string[]> {
  const plain = () => lines.map(escapeHtml);
  const language = languageOf(syntax);
  const length = lines.reduce((sum, line) => sum + line.length + 1, 0);
  if (!language || length > longestCode || lines.some((line) => line.length > longestLine)) return plain();
  return coloured.remember(JSON.stringify([language, lines]), () => colour(lines, language));
}

async function colour(lines: readonly string[], language: keyof typeof bundledLanguages): Promise<string[]> {
  starting ??= createHighlighter({ themes: [theme], langs: [] });
  const highlighter = await starting;
  await highlighter.loadLanguage(language);
  const tokens = highlighter.codeToTokensBase(lines.join('\n'), {
    lang: language,
    theme,
    // Of one line. The first one in a language takes long on a machine that is busy, and what is cut short stays uncoloured.
    tokenizeTimeLimit: 1_000,
    tokenizeMaxLineLength: longestLine,
  });
  return tokens.map((line) =>
    line
      .map(({ content, color }) => {
        const kind = /--token-([a-z-]+)/.exec(color ?? '')?.[1];
        return kind ? `<span class="token-${kind}">${escapeHtml(content)}</span>` : escapeHtml(content);
      })
      .join(''),
  );
}

/** `rust,ignore` and `js {1,3}` name a language first. */
function languageOf(syntax: string): keyof typeof bundledLanguages | undefined {
  const name = /^[\w+#.-]+/.exec(syntax.trim())?.[0].toLowerCase();
  const language = name === undefined ? undefined : (aliases[name] ?? name);
  return language !== undefined && Object.hasOwn(bundledLanguages, language)
    ? (language as keyof typeof bundledLanguages)
    : undefined;
}

const aliases: Readonly<Record<string, string>> = { 'c#': 'csharp', 'c++': 'cpp', shell: 'bash', console: 'bash' };
