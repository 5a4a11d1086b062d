/** Where a text waits that was pasted or linked, for the sheet "Add a server" to recognise it. */
export const PASTED_PLACE = 'add-server.pasted'
