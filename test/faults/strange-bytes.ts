// What comes over a connection to a database that is about to end, or that ends in a proxy: errors of the server as it goes
// away, and bytes that no server sends.

/** A message of PostgreSQL: its letter, its length, what it has in it. */
function message(letter: string, content: Buffer): Buffer {
  const head = Buffer.alloc(5);
  head.write(letter, 0, 'latin1');
  head.writeInt32BE(content.length + 4, 1);
  return Buffer.concat([head, content]);
}

function errorResponse(severity: string, state: string, text: string): Buffer {
  const fields = [`S${severity}`, `V${severity}`, `C${state}`, `M${text}`].map((field) => `${field}\0`);
  return message('E', Buffer.from(`${fields.join('')}\0`));
}

/** A packet of MySQL: its length, its number, what it has in it. */
function packet(number: number, content: Buffer): Buffer {
  const head = Buffer.alloc(4);
  head.writeUIntLE(content.length, 0, 3);
  head.writeUInt8(number, 3);
  return Buffer.concat([head, content]);
}

export function errorPacket(number: number, code: number, state: string, text: string): Buffer {
  const head = Buffer.alloc(3);
  head.writeUInt8(0xff, 0);
  head.writeUInt16LE(code, 1);
  return packet(number, Buffer.concat([head, Buffer.from(`#${state}${text}`)]));
}

const leavingMysql = [
  errorPacket(0, 4031, 'HY000', 'The client was disconnected by the server because of inactivity.'),
  errorPacket(1, 1053, '08S01', 'Server shutdown in progress'),
  errorPacket(0, 1927, '70100', 'Connection was killed'),
];

/** What a server says as it ends a connection. */
export const closingErrors = {
  postgres: [
    errorResponse('FATAL', '57P01', 'terminating connection due to administrator command'),
    errorResponse('FATAL', '57P05', 'terminating connection due to idle-session timeout'),
    errorResponse('FATAL', 'XX000', 'unable to read data from DB node 0'),
    errorResponse('FATAL', '08P01', 'server conn crashed?'),
  ],
  mariadb: leavingMysql,
  mysql: leavingMysql,
};

const strangePackets = [
  Buffer.from([0xff, 0xff, 0xff, 0xff, 0xff, 0xff]),
  packet(1, Buffer.from([0xff])),
  packet(0, Buffer.alloc(0)),
  errorPacket(1, 1053, '08S01', 'Server').subarray(0, 9),
  Buffer.from('HTTP/1.0 400 Bad request\r\n\r\n'),
];

/** What no server says, and half of what it does. */
export const strangeBytes = {
  postgres: [
    Buffer.from([0xff, 0xff, 0xff, 0xff, 0xff, 0xff]),
    Buffer.alloc(40),
    message('R', Buffer.from([0, 0, 0, 99])),
    message('T', Buffer.from([0x7f, 0xff])),
    message('Z', Buffer.alloc(0)),
    errorResponse('FATAL', '57P01', 'terminating').subarray(0, 12),
    Buffer.from('HTTP/1.0 400 Bad request\r\n\r\n'),
  ],
  mariadb: strangePackets,
  mysql: strangePackets,
};
