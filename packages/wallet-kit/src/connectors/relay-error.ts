/** Type of the connector's message that carries an error of the relay. */
export const RELAY_ERROR = 'relay_error'
