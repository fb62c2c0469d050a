import type * as z from 'zod/mini'

/** Request and response of an operation, by its schemas. */
export type Operation<request extends z.ZodMiniType, response extends z.ZodMiniType> = {
  request: z.input<request>
  response: z.output<response>
}

/** Without fields. */
export type Nothing = Readonly<Record<never, never>>

/** Address of an operation, and the schema of its response. */
export type Endpoint<response> = {
  path: string
  method: 'GET' | 'POST'
  /** Writes are not repeated after a failure. */
  isWrite: boolean
  response: z.ZodMiniType<response>
}

/** The endpoints of some operations. */
export type Endpoints<operations extends Record<keyof operations, { response: unknown }>> = {
  readonly [name in keyof operations]: Endpoint<operations[name]['response']>
}

export const get = <schema>(path: string, response: schema) =>
  ({ path, method: 'GET', isWrite: false, response }) as const
export const read = <schema>(name: string, response: schema) =>
  ({ path: `/api/${name}`, method: 'POST', isWrite: false, response }) as const
export const write = <schema>(name: string, response: schema) =>
  ({ path: `/api/${name}`, method: 'POST', isWrite: true, response }) as const
