// Limits of new connections, where the user of the data source has set none.

/** How long a connection may take until it can run statements, in milliseconds. */
export const connectMs = 5_000;

/** After how many milliseconds without a byte the system asks whether the other side is still there. */
export const keepAliveDelayMs = 10_000;
