import { ContentByUrl, contentByUrlQuery } from '../schemas/content-by-url.js';
import { operationsOf } from './define.js';

const operation = operationsOf('urls', 'content');

export const getContentByUrl = operation({
  operationId: 'getContentByUrl',
  method: 'GET',
  path: '/v1/urls/content',
  summary: 'Find the content that an address leads to',
  query: contentByUrlQuery,
  success: 200,
  response: ContentByUrl,
});
