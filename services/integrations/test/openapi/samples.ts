import { stringify } from 'yaml';

/** One small API in each version of the format that is read. */
export const samples = {
  '2.0': {
    swagger: '2.0',
    info: { title: 'Ferry', version: '1.0' },
    host: 'ferry.example.com',
    schemes: ['https'],
    paths: {
      '/crossings/{id}': {
        parameters: [{ name: 'id', in: 'path', required: true, type: 'string' }],
        get: {
          operationId: 'readCrossing',
          produces: ['application/json'],
          responses: { 200: { description: 'A crossing', schema: { $ref: '#/definitions/Crossing' } } },
        },
      },
    },
    definitions: { Crossing: { type: 'object', properties: { from: { type: 'string' }, to: { type: 'string' } } } },
  },
  '3.0': {
    openapi: '3.0.3',
    info: { title: 'Ferry', version: '1.0' },
    paths: {
      '/crossings': {
        post: {
          operationId: 'bookCrossing',
          requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Crossing' } } } },
          responses: { 201: { description: 'Booked' }, default: { $ref: '#/components/responses/Refused' } },
        },
      },
    },
    components: {
      responses: { Refused: { description: 'Refused' } },
      schemas: {
        Crossing: { type: 'object', required: ['from'], properties: { from: { type: 'string', nullable: true } } },
      },
    },
  },
  '3.1': {
    openapi: '3.1.0',
    info: { title: 'Ferry', version: '1.0', summary: 'Crossings and their delays' },
    paths: { '/delays': { get: { responses: { 200: { description: 'Delays' } } } } },
    webhooks: { delayed: { post: { responses: { 204: { description: 'Understood' } } } } },
    components: { schemas: { Delay: { type: ['object', 'null'], properties: { minutes: { type: 'integer' } } } } },
  },
} as const;

export type Sample = (typeof samples)[keyof typeof samples];

export const formats = {
  JSON: (sample: object) => JSON.stringify(sample, null, 2),
  YAML: (sample: object) => stringify(sample),
};

/** A valid document that differs from others by its title. */
export const titled = (title: string): string => JSON.stringify({ ...samples['3.1'], info: { title, version: '1' } });
