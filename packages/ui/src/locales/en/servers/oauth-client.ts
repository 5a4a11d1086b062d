/** Words about the client that signs in at a server. */
export const client = {
  title: 'Sign-in',
  automatic: 'Register automatically',
  note: {
    automatic: 'If the server asks for a sign-in, Gatehouse registers itself and asks you first.',
    'sign-in': 'You sign in with your browser, using a client you registered yourself.',
    'client-credentials':
      'Gatehouse gets tokens by itself, without a sign-in and without asking you.',
    workload:
      'Gatehouse exchanges a signed token that identifies this workload, without a sign-in and without asking you.',
    enterprise:
      'Your organization’s identity provider controls access. Sign in there with your browser, or provide an ID token file.',
  },
  grant: {
    'sign-in': 'Sign in with a registered client',
    'client-credentials': 'Client credentials',
    workload: 'Workload identity',
    enterprise: 'Enterprise identity provider',
  },
  issuer: 'Authorization server',
  issuerNote:
    'Its issuer URL. The client is used with this authorization server only, even if the server names another one.',
  id: 'Client ID',
  credential: 'Client authentication',
  kind: { none: 'None (public client)', secret: 'Client secret', key: 'Private key (JWT)' },
  secret: 'Client secret',
  key: 'Private key',
  keyNote: 'PEM or JWK, without a password. It stays on this computer.',
  keyId: 'Key ID',
  statementFile: 'Token file',
  statementNote:
    'A file with a signed token (JWT) that another program keeps up to date. It is read whenever tokens are needed, and nothing else is ever sent from it.',
  idTokenNote:
    'A file with your ID token that another program keeps up to date. Leave blank to sign in at the identity provider with your browser.',
  idToken: 'ID token',
  fromBrowser: 'You sign in at the identity provider with your browser',
  provider: 'Identity provider',
  providerId: 'Client ID at the identity provider',
  scopes: 'Scopes',
  anyScopes: 'What the server asks for',
  scopesNote: 'Separated by spaces. Leave blank to request what the server asks for.',
  redirect: {
    title: 'Redirect address',
    note: 'Where your browser returns after you sign in.',
    host: {
      '127.0.0.1': '127.0.0.1 (this computer)',
      localhost: 'localhost (this computer)',
      'app-link': 'Link that opens Gatehouse',
    },
    port: 'Port',
    anyPort: 'Any free port',
    uri: 'Redirect URI',
    copy: 'Copy redirect URI',
    anyNote:
      'Gatehouse adds a free port each time. If the authorization server accepts only the exact URI, set a fixed port.',
    fixedNote: 'Register this URI exactly as it is shown.',
    linkNote:
      'Another program on this computer can claim such links and receive the authorization code instead of Gatehouse.',
  },
}
