export const proofStrings = {
  title: 'Please confirm that it is you',
  text: 'This changes what protects an account, so it asks for your password again.',
  password: 'Your password',
  passkey: 'Use a passkey',
  elsewhere: (name: string) => `Sign in with ${name} again`,
  goOn: 'I have signed in',
  cancel: 'Cancel',
  confirm: 'Confirm',
} as const
