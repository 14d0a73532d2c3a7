import { createLog, runProcess } from '@quire/runtime';
import { readConfig } from './config.js';
import { createService } from './service.js';

const config = readConfig(process.env);
const log = createLog('sites', config.LOG_LEVEL);
await runProcess(createService(config, { log }), log);
