import express from 'express';
import pg from 'pg';

// The least that a read can be: one Express handler, one query. Configured by BARE_DATABASE_URL, BARE_SPACE and PORT;
// `/sized` answers BARE_SIZE bytes of HTML without asking anybody.
const { BARE_DATABASE_URL, BARE_SPACE, BARE_SIZE = '0', PORT } = process.env;
const html = 'x'.repeat(Number(BARE_SIZE));
const pool = new pg.Pool({ connectionString: BARE_DATABASE_URL, max: 10 });
const app = express();
app.disable('etag').disable('x-powered-by');
app.get('/readyz', (_request, response) => void response.json({}));
app.get('/sized', (_request, response) => void response.type('html').send(html));
app.get('/', async (_request, response) => {
  const { rows } = await pool.query('SELECT * FROM content.spaces WHERE id = $1', [BARE_SPACE]);
  response.json(rows[0]);
});
app.listen(Number(PORT), '127.0.0.1');
