/** Count of a JSON-RPC call that a node answers by scanning or executing much more than one item; providers charge about as much. */
export const EXPENSIVE_CALL = 20
