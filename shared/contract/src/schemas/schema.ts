import type { z } from 'zod';

/** A schema that checks without converting: what is written is what is read. */
export type Schema<Value> = z.ZodType<Value, Value>;
