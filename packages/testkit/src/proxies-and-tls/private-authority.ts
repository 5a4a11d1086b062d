import { generate } from 'selfsigned'

export type PrivateAuthority = {
  /** The authority's own certificate, as a person would be given it. */
  ca: string
  /** Certificate and key for `localhost`, 127.0.0.1 and the names, signed by the authority. */
  cert: string
  key: string
}

/** A certificate authority of an organisation of its own, which no system knows. */
export async function createPrivateAuthority(
  names: readonly string[] = ['mcp.test'],
): Promise<PrivateAuthority> {
  const authority = await generate([{ name: 'commonName', value: 'Gatehouse test authority' }], {
    keyType: 'ec',
    algorithm: 'sha256',
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      { name: 'keyUsage', keyCertSign: true, cRLSign: true, critical: true },
    ],
  })
  const { cert, private: key } = await generate([{ name: 'commonName', value: 'localhost' }], {
    keyType: 'ec',
    algorithm: 'sha256',
    ca: { key: authority.private, cert: authority.cert },
    extensions: [
      {
        name: 'subjectAltName',
        altNames: [
          { type: 2, value: 'localhost' },
          ...names.map((value) => ({ type: 2 as const, value })),
          { type: 7, ip: '127.0.0.1' },
        ],
      },
    ],
  })
  return { ca: authority.cert, cert, key }
}
