import { type PendingRequest, type PhoneClient, writeRequestKey } from './phone-client.ts'
import type { Decidable } from './phone-state.ts'
import type { RefusedRequestError, Subject } from './read-request.ts'

type Reader = (request: PendingRequest) => Subject | RefusedRequestError

/** Returns what the user has not decided, in the order of arrival. Requests that cannot be carried out are left out. */
export function readQueue(
  client: Pick<PhoneClient, 'proposals' | 'logins' | 'requests' | 'sessions'>,
  isDecided: (request: PendingRequest) => boolean,
  read: Reader,
): Decidable[] {
  const sessions = new Map(client.sessions().map((session) => [session.topic, session]))
  const requests = client.requests().flatMap((request): Decidable[] => {
    const session = sessions.get(request.topic)
    if (session === undefined || isDecided(request)) return []
    const subject = read(request)
    if ('code' in subject) return []
    const key = `request:${writeRequestKey(request)}`
    return [{ kind: 'request', key, id: request.id, request, session, subject }]
  })
  const proposals = client.proposals().map((proposal): Decidable => {
    const { id } = proposal
    return { kind: 'proposal', key: `proposal:${id}`, id, proposal }
  })
  const logins = client.logins().map((login): Decidable => {
    const { id } = login
    return { kind: 'login', key: `login:${id}`, id, login }
  })
  // An id begins with the time at which the app made it.
  return [...proposals, ...logins, ...requests].sort((a, b) => a.id - b.id)
}
