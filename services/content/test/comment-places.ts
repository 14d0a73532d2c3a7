import type { Comment, CommentReply } from '@quire/contract';
import type { Principal } from '@quire/runtime';
import { outboxEvents } from '@quire/testing';
import type { ContentFixture } from './content-service.js';
import { factories } from './factories.js';

/** A page with a heading, text, the same block twice, and an image. */
export const homePage =
  '# Home\n\nWelcome to **all** of [us](other.md).\n\n## Next steps\n\nSame.\n\nSame.\n\n![A cat](a.png)\n';

/** The two places that comments are on, each with a way to make one there and to talk. */
export function commentPlaces(content: ContentFixture) {
  const make = factories(content);
  const onSpace = (spaceId: string) => Promise.resolve(`/v1/spaces/${spaceId}`);
  const onChangeRequest = async (spaceId: string, caller: Principal) =>
    (await make.changeRequest(caller, spaceId)).path;

  const stateOf =
    (place: (spaceId: string, caller: Principal) => Promise<string>) =>
    async (pages: Record<string, string> = { Home: homePage, Other: 'Other.\n' }) => {
      const made = await make.written(pages);
      const path = await place(made.spaceId, made.admin);
      const comments = `${path}/comments`;
      const client = content.as(made.admin);
      const post = async (body: object | string = 'Hello', caller = made.admin): Promise<Comment> => {
        const sent = typeof body === 'string' ? { body: { markdown: body } } : { body: { markdown: 'Hello' }, ...body };
        return (await content.as(caller).post(comments, sent, { expect: 200 })).body;
      };
      const reply = async (comment: string, text = 'Yes', caller = made.admin): Promise<CommentReply> => {
        const sent = { body: { markdown: text } };
        return (await content.as(caller).post(`${comments}/${comment}/replies`, sent, { expect: 200 })).body;
      };
      const get = async (id: string, caller = made.admin): Promise<Comment> =>
        (await content.as(caller).get(`${comments}/${id}`, { expect: 200 })).body;
      const put = async (id: string, body: object, caller = made.admin) =>
        (await content.as(caller).put(`${comments}/${id}`, body, { expect: 200 })).body;
      const open = async (): Promise<number> => (await client.get(path, { expect: 200 })).body.comments;
      const told = async (subject: string) =>
        (await outboxEvents(content.db))
          .filter((event) => event.subject === subject)
          .map(({ type, sequence, data }) => ({
            type: type.replace(/^content\.comment\.|\.v1$/g, ''),
            sequence,
            data,
          }));
      return { ...made, path, comments, client, post, reply, get, put, open, told };
    };
  return [
    { suffix: 'InSpace', state: stateOf(onSpace) },
    { suffix: 'InChangeRequest', state: stateOf(onChangeRequest) },
  ];
}
