import type { MiddlewareHandler } from 'hono'
import { asRequest } from '../db/request-connections.ts'

/** Live connections are limited by their number. */
const UNLIMITED = '/api/stream'

/** Lets requests wait for connections to the database, and refuses those that would wait too long. */
export const limitConnections: MiddlewareHandler = (c, next) =>
  c.req.path === UNLIMITED ? next() : asRequest(next)
