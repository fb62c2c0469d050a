import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import * as z from 'zod/mini'

/** A span as OTLP/JSON carries it. */
export type CollectedSpan = z.infer<typeof Span> & { service: string }

/** A server that receives traces by OTLP/HTTP. */
export type TraceCollector = {
  url: string
  spans: readonly CollectedSpan[]
  /** All bodies as received. */
  bodies: readonly string[]
  close: () => Promise<void>
}

const Value = z.object({
  stringValue: z.optional(z.string()),
  intValue: z.optional(z.union([z.number(), z.string()])),
})
const Attributes = z.array(z.object({ key: z.string(), value: Value }))
const Span = z.object({
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.optional(z.string()),
  name: z.string(),
  kind: z.number(),
  status: z.object({ code: z.optional(z.number()) }),
  attributes: Attributes,
})
const Body = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: Attributes }),
      scopeSpans: z.array(z.object({ spans: z.array(Span) })),
    }),
  ),
})

/** Starts a collector on this machine. */
export async function startTraceCollector(): Promise<TraceCollector> {
  const spans: CollectedSpan[] = []
  const bodies: string[] = []
  const receive = async (request: IncomingMessage) => {
    const body = await text(request)
    bodies.push(body)
    if (request.url === '/v1/traces') spans.push(...spansOf(body))
  }
  const server = createServer((request, response) => {
    receive(request).then(
      () => response.writeHead(200, { 'content-type': 'application/json' }).end('{}'),
      () => response.writeHead(400).end(),
    )
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    bodies,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function spansOf(body: string): CollectedSpan[] {
  const { resourceSpans } = z.parse(Body, JSON.parse(body))
  return resourceSpans.flatMap(({ resource, scopeSpans }) => {
    const name = resource.attributes.find(({ key }) => key === 'service.name')
    const service = name?.value.stringValue ?? ''
    return scopeSpans.flatMap(({ spans }) => spans.map((span) => ({ ...span, service })))
  })
}
