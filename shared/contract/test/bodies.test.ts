import { expect } from 'chai';
import { contract } from '@quire/contract';
import type { z } from 'zod';

const messages = (schema: z.ZodType, value: unknown): string[] => {
  const result = schema.safeParse(value);
  return result.success ? [] : result.error.issues.map(({ path, message }) => [...path, message].join(' '));
};

describe('bodies', () => {
  it('ignore unknown fields', () => {
    expect(contract.createSpace.body!.parse({ title: 'Docs', private: true })).to.deep.equal({ title: 'Docs' });
  });

  it('updateSpaceCustomFields: fields of any name, each with a value, null or nothing', () => {
    const { body } = contract.updateSpaceCustomFields;
    const text = '{"values":{"__proto__":{"value":"a"},"constructor":{"value":null},"toString":{}}}';
    expect([...body!.parse(JSON.parse(text)).values]).to.deep.equal([
      ['__proto__', { value: 'a' }],
      ['constructor', { value: null }],
      ['toString', {}],
    ]);
    const strings = (count: number) => Array.from({ length: count }, (_, index) => `${index}`);
    const some = (count: number) => ({ values: Object.fromEntries(strings(count).map((name) => [name, {}])) });
    const one = (value: unknown) => ({ values: { a: { value } } });
    for (const good of [some(0), some(100), one('😀'.repeat(256)), one(strings(50)), one([]), one('')])
      expect(messages(body!, good)).to.deep.equal([]);
    for (const [bad, message] of [
      [{}, 'values must be an object'],
      [{ values: [] }, 'values must be an object'],
      [{ values: null }, 'values must be an object'],
      [{ values: { a: null } }, 'values a must be an object with a `value`'],
      [{ values: { '': {} } }, 'values  must not be empty'],
      [{ values: { 'a\0': {} } }, 'values a\0 must not contain U+0000 or unpaired surrogates'],
      [some(101), 'values must name at most 100 fields'],
      [one('😀'.repeat(257)), 'values a value must have at most 256 characters'],
      [one(['a', 'b'.repeat(257)]), 'values a value 1 must have at most 256 characters'],
      [one(['a', 'b', 'a']), 'values a value 2 is there twice'],
      [one(strings(51)), 'values a value must hold at most 50 strings'],
      [one({}), 'values a value must be a string, a number, a boolean or an array of strings'],
      [one(['a', 7]), 'values a value must be a string, a number, a boolean or an array of strings'],
      [one(Number.POSITIVE_INFINITY), 'values a value must be a string, a number, a boolean or an array of strings'],
    ] as const)
      expect(messages(body!, bad)).to.deep.equal([message]);
  });

  it('custom fields and translation settings name each option and language once', () => {
    const field = { name: 'a', type: 'select:multi' };
    const options = contract.createOrganizationCustomField.body!;
    expect(messages(options, { ...field, options: ['a', 'A', 'b'] })).to.deep.equal([]);
    expect(messages(options, { ...field, options: ['a', 'b', 'a'] })).to.deep.equal(['options 2 is there twice']);
    const settings = contract.createTranslationSettings.body!;
    expect(messages(settings, { title: 'a', languages: ['pt', 'pt-br'] })).to.deep.equal([]);
    expect(messages(settings, { title: 'a', languages: ['fr', 'xx', 'PT'] })).to.deep.equal([
      'languages 1 must be a language code',
      'languages 2 must be a language code',
    ]);
    expect(messages(settings, { title: 'a', languages: ['fr', 'fr'] })).to.deep.equal(['languages 1 is there twice']);
  });

  it('may be left out where nothing is required', () => {
    for (const { body } of [
      contract.createCollection,
      contract.createSpace,
      contract.moveSiteSpace,
      contract.createSite,
    ]) {
      expect(body!.parse(undefined)).to.deep.equal({});
    }
  });

  it('moveSpace: one position, or a parent', () => {
    const { body } = contract.moveSpace;
    const next = { type: 'space', space: 'a' };
    expect(messages(body!, { parent: null })).to.deep.equal([]);
    expect(messages(body!, { position: { before: next } })).to.deep.equal([]);
    expect(messages(body!, { position: { after: { type: 'collection', collection: 'a' } } })).to.deep.equal([]);
    expect(messages(body!, { position: { before: next, after: next } })).to.deep.equal([
      'position give either `before` or `after`',
    ]);
    for (const neither of [{}, { position: {} }]) {
      expect(messages(body!, neither)).to.deep.equal(['give `parent`, `position` or both']);
    }
  });

  it('updateSpaceById: an emoji or an icon, or neither any more', () => {
    const { body } = contract.updateSpaceById;
    const icon = 'https://example.com/icon.png';
    for (const good of [
      { emoji: '📘' },
      { emoji: '1f4d8' },
      { icon },
      { emoji: null },
      { emoji: null, icon: null },
      {},
    ]) {
      expect(messages(body!, good)).to.deep.equal([]);
    }
    expect(messages(body!, { emoji: '📘', icon })).to.deep.equal(['set either `emoji` or `icon`, not both']);
    expect(messages(body!, { emoji: 'book' })).to.deep.equal(['emoji must be an emoji']);
    for (const level of ['read', 'inherit', null]) expect(messages(body!, { defaultLevel: level })).to.deep.equal([]);
    expect(messages(body!, { defaultLevel: 'owner' })).to.have.lengthOf(1);
  });

  it('updateChangeRequestById: merged is not for callers to set', () => {
    expect(messages(contract.updateChangeRequestById.body!, { status: 'merged' })).to.have.lengthOf(1);
  });

  it('postCommentInSpace: Markdown or a JSON document, not nothing', () => {
    const { body } = contract.postCommentInSpace;
    expect(messages(body!, { body: { markdown: 'Hello' } })).to.deep.equal([]);
    expect(messages(body!, { body: { document: { object: 'document', data: {}, nodes: [] } } })).to.deep.equal([]);
    expect(messages(body!, { body: {} })).to.deep.equal(['body must be {markdown} or {document}']);
    expect(messages(body!, { body: { markdown: '' } })).to.deep.equal(['body markdown must not be empty']);
    for (const markdown of [' ', '\n\t', '\u200B\uFEFF', '\u00A0'])
      expect(messages(body!, { body: { markdown } })).to.deep.equal(['body markdown must not be blank']);
    expect(messages(body!, { body: { markdown: '😀'.repeat(10_000) } })).to.deep.equal([]);
    expect(messages(body!, { body: { markdown: '😀'.repeat(10_001) } })).to.deep.equal([
      'body markdown must have at most 10000 characters',
    ]);
    expect(messages(body!, {})).to.have.lengthOf(1);
  });

  it('updateChangeRequestContent: names what each kind of change needs', () => {
    const of = (change: object) => messages(contract.updateChangeRequestContent.body!, { changes: [change] });
    const document = { markdown: '' };
    expect(of({ operation: 'insert_page', title: 'A', document })).to.deep.equal([]);
    expect(of({ operation: 'insert_page', title: 'A' })).to.deep.equal(['changes 0 document is required']);
    expect(of({ operation: 'insert_page', type: 'group', title: 'A' })).to.deep.equal([]);
    expect(of({ operation: 'insert_page', type: 'link', title: 'A' })).to.deep.equal([
      'changes 0 target is required for a link',
    ]);
    const target = { kind: 'url', url: 'https://example.com' };
    expect(of({ operation: 'insert_page', type: 'link', title: 'A', target })).to.deep.equal([]);
    expect(of({ operation: 'update_page', page: 'a', into: null, at: 0 })).to.deep.equal([]);
    expect(of({ operation: 'update_page', page: 'a', at: -1 })).to.have.lengthOf(1);
    expect(of({ operation: 'update_page', page: 'a', document: { markdown: 'a\0' } })).to.deep.equal([
      'changes 0 document markdown must not contain U+0000 or unpaired surrogates',
    ]);
    expect(of({ operation: 'revert_page', page: 'a', revision: 'b' })).to.deep.equal([]);
    expect(of({ operation: 'insert_files', files: [{ name: 'a.png', base64: 'AAAA' }] })).to.deep.equal([]);
    expect(of({ operation: 'insert_files', files: [{ name: 'a.png', base64: 'AAA' }] })).to.deep.equal([
      'changes 0 files 0 base64 must be base64',
    ]);
    expect(of({ operation: 'insert_files', files: [{ name: 'a.png' }] })).to.deep.equal([
      'changes 0 files 0 give either `url` or `base64`',
    ]);
    expect(of({ operation: 'rename_page', page: 'a' })).to.have.lengthOf(1);
  });

  it('resolveChangeRequestConflict: a document where the caller writes their own', () => {
    const { body } = contract.resolveChangeRequestConflict;
    expect(messages(body!, { resolution: 'ours' })).to.deep.equal([]);
    expect(messages(body!, { resolution: 'document', document: { markdown: 'A' } })).to.deep.equal([]);
    expect(messages(body!, { resolution: 'document' })).to.deep.equal([
      'document is required when `resolution` is document',
    ]);
  });

  it('refuse free JSON that is nested without end or cannot be stored', () => {
    const of = (nodes: unknown[]) =>
      messages(contract.postCommentInSpace.body!, { body: { document: { object: 'document', data: {}, nodes } } });
    let nested: object = {};
    for (let depth = 0; depth < 100_000; depth += 1) nested = { nodes: [nested] };
    expect(of([nested])).to.deep.equal(['body document nodes 0 must not be nested deeper than 200 levels']);
    expect(of([{ leaves: [{ text: 'a\0' }] }])).to.deep.equal([
      'body document nodes 0 must not contain U+0000 or unpaired surrogates',
    ]);
    expect(of([{ 'a\0': 1 }])).to.have.lengthOf(1);
  });

  it('answers hold to the contract: nothing more, nothing less', () => {
    const user = {
      object: 'user',
      id: 'a',
      displayName: 'Ada',
      urls: { location: 'http://localhost:4000/v1/users/a' },
    };
    const { response } = contract.getAuthenticatedUser;
    expect(messages(response!, user)).to.deep.equal([]);
    expect(messages(response!, { ...user, passwordHash: 'x' })).to.have.lengthOf(1);
    expect(messages(response!, { ...user, displayName: undefined })).to.have.lengthOf(1);
  });
});
