import type { PendingRequest, PhoneClient } from './phone-client.ts'
import type { Decidable } from './phone-state.ts'
import type { RefusedRequestError, Subject } from './read-request.ts'

type Reader = (request: PendingRequest) => Subject | RefusedRequestError

/** Returns what the user has not decided, in the order of arrival. Requests that cannot be carried out are left out. */
export function readQueue(
  client: Pick<PhoneClient, 'proposals' | 'logins' | 'requests' | 'sessions'>,
  isDecided: (id: number) => boolean,
  read: Reader,
): Decidable[] {
  const sessions = new Map(client.sessions().map((session) => [session.topic, session]))
  const requests = client.requests().flatMap((request): Decidable[] => {
    const { id, topic } = request
    const session = sessions.get(topic)
    if (session === undefined || isDecided(id)) return []
    const subject = read(request)
    return 'code' in subject ? [] : [{ kind: 'request', id, request, session, subject }]
  })
  const proposals = client
    .proposals()
    .map((proposal): Decidable => ({ kind: 'proposal', id: proposal.id, proposal }))
  const logins = client.logins().map((login): Decidable => ({ kind: 'login', id: login.id, login }))
  // An id begins with the time at which the app made it.
  return [...proposals, ...logins, ...requests].sort((a, b) => a.id - b.id)
}
