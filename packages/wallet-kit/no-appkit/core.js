/** Never called: only `showQrModal: true` would ask for it. */
export function createAppKit() {
  throw new Error('The wallet kit is the modal: leave showQrModal off')
}
