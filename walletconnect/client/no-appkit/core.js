/** Never called: the provider loads it only with `showQrModal: true`. */
export function createAppKit() {
  throw new Error('The wallet kit shows the modal: leave `showQrModal` off')
}
