import { Listener, type Log, type Part } from '@quire/runtime';

/** The channel on which Postgres tells of changes to what readers see. */
const changesChannel = (schema: string): string => `quire_changes_${schema}`.slice(0, 63);

/** Calls `onChange` whenever anything that sites show was changed, by any replica, and `onSilence` when that is not heard of. */
export function listenForChanges(options: {
  databaseUrl: string;
  schema: string;
  log: Log;
  onChange: () => void;
  onSilence: () => void;
}): Part {
  const { databaseUrl, schema, log, onChange, onSilence } = options;
  let listener: Listener | undefined;
  return {
    start: async () => {
      const channel = changesChannel(schema);
      listener = new Listener({ databaseUrl, channel, log, name: 'sites', onNotice: onChange, onSilence });
    },
    stop: async () => listener?.stop(),
  };
}
