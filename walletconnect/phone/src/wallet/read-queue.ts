import type { Login, PendingRequest, PhoneClient, Proposal } from './phone-client.ts'
import type { Decidable } from './phone-state.ts'
import type { RefusedRequestError, Subject } from './read-request.ts'
import { writeRequestKey } from './request-key.ts'

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
    return [{ key, id: request.id, kind: 'request', request, session, subject }]
  })
  const proposals = client.proposals().map(toProposal)
  const logins = client.logins().map(toLogin)
  // An id begins with the time at which the app made it.
  return [...proposals, ...logins, ...requests].sort((a, b) => a.id - b.id)
}

function toProposal(proposal: Proposal): Decidable {
  const { id } = proposal
  return { key: `proposal:${id}`, id, kind: 'proposal', proposal }
}

function toLogin(login: Login): Decidable {
  const { id } = login
  return { key: `login:${id}`, id, kind: 'login', login }
}
