/** Count of a JSON-RPC call for which a node scans or executes much more than one item. Providers charge about as much. */
export const EXPENSIVE_CALL = 20
