import { baseUrlVariable, loadConfig } from '@quire/runtime';
import { z } from 'zod';
import { publishDocumentation } from './documentation.js';

// What the all-in-one does by itself: where every service is a process of its own, this is run once beside them.
const { QUIRE_DOCUMENTATION, GATEWAY_URL, PUBLIC_URL, QUIRE_ADMIN_TOKEN, IDENTITY_URL, QUIRE_INTERNAL_SECRET } =
  loadConfig(
    z.object({
      QUIRE_DOCUMENTATION: z.enum(['on', 'off']).default('on'),
      GATEWAY_URL: baseUrlVariable,
      PUBLIC_URL: baseUrlVariable,
      QUIRE_ADMIN_TOKEN: z.string(),
      IDENTITY_URL: baseUrlVariable,
      QUIRE_INTERNAL_SECRET: z.string(),
    }),
    process.env,
  );
if (QUIRE_DOCUMENTATION === 'on') {
  const isNew = await publishDocumentation({
    url: GATEWAY_URL,
    publicUrl: PUBLIC_URL,
    token: QUIRE_ADMIN_TOKEN,
    identityUrl: IDENTITY_URL,
    internalSecret: QUIRE_INTERNAL_SECRET,
  });
  process.stdout.write(isNew ? 'The documentation is published.\n' : 'There was nothing to do.\n');
}
