import { dot } from './plan-of-source.js';
import { zipOf } from './zips.js';

const w = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
const r = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const relationships = 'http://schemas.openxmlformats.org/package/2006/relationships';

export interface DocxOptions {
  /** What stands in the body. */
  body: string;
  /** More relationships of the document. */
  links?: string;
  /** What stands before the root element. */
  prolog?: string;
  /** More parts, or others in the place of the usual ones. */
  parts?: Record<string, string | Buffer>;
}

/** A Word document, as small as Word reads it. */
export const docxOf = ({ body, links = '', prolog = '', parts = {} }: DocxOptions): Promise<Buffer> =>
  zipOf({
    '[Content_Types].xml': `<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Default Extension="png" ContentType="image/png"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`,
    '_rels/.rels': `<?xml version="1.0"?><Relationships xmlns="${relationships}"><Relationship Id="rId1" Type="${r}/officeDocument" Target="word/document.xml"/></Relationships>`,
    'word/_rels/document.xml.rels': `<?xml version="1.0"?><Relationships xmlns="${relationships}"><Relationship Id="rId5" Type="${r}/image" Target="media/dot.png"/><Relationship Id="rId6" Type="${r}/hyperlink" Target="https://example.com/" TargetMode="External"/>${links}</Relationships>`,
    'word/media/dot.png': dot,
    'word/document.xml': `<?xml version="1.0"?>${prolog}<w:document xmlns:w="${w}" xmlns:r="${r}" xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"><w:body>${body}</w:body></w:document>`,
    'word/styles.xml': `<?xml version="1.0"?><w:styles xmlns:w="${w}">${['Title', 'Heading1', 'Heading2'].map((id) => `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${id.replace(/(\d)/, ' $1')}"/></w:style>`).join('')}</w:styles>`,
    ...parts,
  });

/** A paragraph in a style. */
export const paragraph = (runs: string, style?: string): string =>
  `<w:p>${style ? `<w:pPr><w:pStyle w:val="${style}"/></w:pPr>` : ''}${runs.startsWith('<') ? runs : `<w:r><w:t xml:space="preserve">${runs}</w:t></w:r>`}</w:p>`;

/** A picture by the id of its relationship: `r:embed` of one inside, `r:link` of one elsewhere. */
export const picture = (relationship: string): string =>
  `<w:p><w:r><w:drawing><wp:inline><wp:docPr id="1" name="dot" descr="A dot"/><a:graphic><a:graphicData><pic:pic><pic:blipFill><a:blip ${relationship}/></pic:blipFill></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>`;
