export const passkeyStrings = {
  insecure:
    'Passkeys cannot be used here: this page was opened without HTTPS. Ask your administrator for the address that begins with https://.',
  nameless:
    'Passkeys cannot be used here: they belong to a name such as localhost, and this page was opened by a network address.',
  unknown: 'Passkeys cannot be used here: this browser does not know them.',
  known: 'This device has a passkey of your account already.',
  elsewhere: 'Passkeys cannot be used here: they belong to another address, at which people usually open this page.',
  unfit: 'This device cannot keep a passkey that asks for a finger, a face or a PIN.',
  notMade: 'No passkey was made. Please try again.',
  notUsed: 'No passkey was used. Please try again.',
} as const
