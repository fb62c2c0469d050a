export const RECEIVE_MESSAGES = {
  code: 'QR code of your address',
  hint: 'Copy your address or scan this QR code',
  copy: 'Copy address',
  copied: 'Address copied',
  onlyHere: 'Only receive assets on this network',
  onlyThese: 'Only receive assets on these networks',
  networksHint: 'You can only receive assets on these networks',
} as const
