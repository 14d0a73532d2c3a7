/** A small OpenAPI 3.1 document; each call gives another object. */
export const petstore = () => ({
  openapi: '3.1.0',
  info: { title: 'Pet store', version: '1.2.3', description: 'All about **pets**.' },
  servers: [{ url: 'https://pets.example/v1' }],
  tags: [
    { name: 'pets', 'x-displayName': 'Pets', description: 'Everything with fur.' },
    { name: 'secret', 'x-internal': true },
  ],
  paths: {
    '/pets': {
      get: {
        tags: ['pets'],
        operationId: 'listPets',
        summary: 'List pets',
        description: 'Lists *all* pets.',
        parameters: [{ name: 'limit', in: 'query', schema: { type: 'integer' } }],
        responses: {
          200: {
            description: 'Pets',
            content: { 'application/json': { schema: { type: 'array', items: { $ref: '#/components/schemas/Pet' } } } },
          },
        },
      },
      post: { tags: ['pets'], operationId: 'createPet', summary: 'Create a pet', deprecated: true },
    },
    '/health': { get: { responses: { 200: { description: 'OK' } } } },
    '/hidden': { get: { 'x-internal': true, responses: {} } },
    '/secret': { get: { tags: ['secret'], responses: {} } },
  },
  components: {
    schemas: {
      Pet: {
        type: 'object',
        description: 'An animal.',
        required: ['name'],
        properties: { name: { type: 'string' }, parent: { $ref: '#/components/schemas/Pet' } },
      },
    },
  },
});
