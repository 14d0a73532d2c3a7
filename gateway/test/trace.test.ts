import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { generateAssertionKeys, openLocalCache } from '@quire/runtime';
import { expect } from 'chai';
import express from 'express';
import { bearer, FakeIdentity, type Listening, listen, secret } from './support/world.js';

interface Span {
  service: string;
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
}

interface Resource {
  attributes: { key: string; value: { stringValue?: string } }[];
}

/** Receives OTLP in JSON, as a collector does. */
class Collector {
  readonly spans: Span[] = [];
  readonly metrics = new Set<string>();

  get listener() {
    const app = express().use(express.json({ limit: '10mb' }));
    app.post('/v1/traces', (request, response) => {
      for (const { resource, scopeSpans } of request.body.resourceSpans) {
        const service = serviceOf(resource);
        for (const scope of scopeSpans) for (const span of scope.spans) this.spans.push({ ...span, service });
      }
      response.json({});
    });
    app.post('/v1/metrics', (request, response) => {
      for (const { resource, scopeMetrics } of request.body.resourceMetrics) {
        for (const scope of scopeMetrics) {
          for (const metric of scope.metrics) this.metrics.add(`${serviceOf(resource)} ${metric.name}`);
        }
      }
      response.json({});
    });
    return app;
  }
}

const serviceOf = (resource: Resource) =>
  resource.attributes.find(({ key }) => key === 'service.name')?.value.stringValue ?? 'unnamed';

const file = (path: string) => fileURLToPath(new URL(path, import.meta.url));

describe('a trace', () => {
  const children: ChildProcess[] = [];
  let collector: Collector;
  let collectorServer: Listening;
  let identity: FakeIdentity;
  let identityServer: Listening;
  let introspectionTrace: unknown;

  before(async () => {
    collector = new Collector();
    collectorServer = await listen(collector.listener);
    identity = new FakeIdentity(openLocalCache({ max: 10 }));
    const answer = identity.listener;
    identityServer = await listen((request, response) => {
      introspectionTrace = request.headers.traceparent;
      answer(request, response);
    });
  });
  after(async () => {
    for (const child of children) child.kill('SIGKILL');
    await identityServer.close();
    await collectorServer.close();
  });

  /** Starts a TypeScript file as a process with telemetry; resolves with the port that it prints. */
  async function run(path: string, environment: Record<string, string>): Promise<{ child: ChildProcess; url: string }> {
    const imports = ['tsx', '@quire/runtime/telemetry'].flatMap((name) => ['--import', name]);
    const child = spawn(process.execPath, ['--conditions=@quire/source', ...imports, file(path)], {
      env: {
        ...process.env,
        NODE_OPTIONS: '',
        OTEL_EXPORTER_OTLP_ENDPOINT: collectorServer.url,
        OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
        ...environment,
      },
      stdio: ['ignore', 'pipe', 'inherit'],
      cwd: file('..'),
    });
    children.push(child);
    for await (const line of createInterface({ input: child.stdout! })) {
      const { port } = JSON.parse(line) as { port?: number };
      if (port) {
        child.stdout!.resume();
        return { child, url: `http://127.0.0.1:${port}` };
      }
    }
    throw new Error(`${path} ended`);
  }

  it('runs through gateway and service, and is exported before the processes end', async () => {
    const content = await run('support/traced-service.ts', { OTEL_SERVICE_NAME: 'content' });
    const gateway = await run('../src/main.ts', {
      OTEL_SERVICE_NAME: 'gateway',
      PORT: '0',
      HOST: '127.0.0.1',
      IDENTITY_URL: identityServer.url,
      CONTENT_URL: content.url,
      SITES_URL: content.url,
      INTEGRATIONS_URL: content.url,
      QUIRE_ASSERTION_PRIVATE_KEY: generateAssertionKeys().privateKey,
      QUIRE_INTERNAL_SECRET: secret,
      REDIS_URL: '',
    });
    const traceId = '0af7651916cd43dd8448eb211c80319c';
    const answer = await fetch(`${gateway.url}/v1/spaces/s1`, {
      headers: { ...bearer(identity.issue()), traceparent: `00-${traceId}-b7ad6b7169203331-01` },
    });
    expect(answer.status).to.equal(200);
    const received = (await answer.json()) as Record<string, string>;

    for (const { child } of [gateway, content]) {
      child.kill('SIGTERM');
      expect(await once(child, 'exit')).to.deep.equal([0, null]);
    }

    const spans = collector.spans.filter((span) => span.traceId === traceId);
    const door = spans.find(
      ({ service, parentSpanId }) => service === 'gateway' && parentSpanId === 'b7ad6b7169203331',
    );
    expect(door?.name).to.equal('getSpaceById');
    const hop = spans.find(({ service, parentSpanId }) => service === 'gateway' && parentSpanId === door!.spanId);
    const served = spans.find(({ service }) => service === 'content');
    expect(served).to.include({ name: 'answerWithHeaders', parentSpanId: hop!.spanId });
    expect(received.traceparent).to.equal(`00-${traceId}-${hop!.spanId}-01`);
    expect(answer.headers.get('traceparent')).to.equal(`00-${traceId}-${served!.spanId}-01`);
    expect(introspectionTrace).to.equal(`00-${traceId}-${door!.spanId}-01`);
    expect([...collector.metrics]).to.include.members([
      'gateway quire.operation.duration',
      'content quire.operation.duration',
    ]);
  });
});
