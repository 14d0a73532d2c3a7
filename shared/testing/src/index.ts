export * from './api-client.js';
export { corpus } from './corpus.js';
export { eventually } from './eventually.js';
export { outboxEvents } from './outbox-events.js';
export { type TestDatabase, testDatabase, testDatabaseUrl } from './test-database.js';
export { startTestPostgres } from './test-server.js';
