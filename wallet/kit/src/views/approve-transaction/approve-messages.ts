export const APPROVE_MESSAGES = {
  nothing: 'Nothing to approve',
  nothingDetail: 'What you have to approve appears here by itself.',
} as const
