/** Opens a socket on which calls that return nothing but success get no reply. */
export function openUnconfirmed(url: string): WebSocket {
  const socket = new WebSocket(url)
  socket.addEventListener('message', (event) => {
    if (String(event.data).includes('"result":true')) event.stopImmediatePropagation()
  })
  return socket
}
