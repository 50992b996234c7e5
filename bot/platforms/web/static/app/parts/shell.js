// Inside a chat nothing is kept for a time without a connection: its app says that there is none.
export async function keepShell() {}
export function note() {}
export function forget() {}
