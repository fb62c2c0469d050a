import type { ApprovalRequest } from './approval-request.ts'

/** Returns whether the request is a message by which the user signs in to the page that asks for it (EIP-4361). */
export function isOwnSignIn({ origin, subject }: ApprovalRequest): boolean {
  return subject.kind === 'message' && subject.signInDomain === new URL(origin).host
}
