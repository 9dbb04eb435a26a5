export const secondStepStrings = {
  title: 'Login',
  heading: 'One more step',
  text: 'Enter the code that your authenticator app shows, or one of your recovery codes.',
  textWithPasskey: 'Use a passkey, or enter the code that your authenticator app shows or one of your recovery codes.',
  withPasskey: 'Use a passkey',
  code: 'Code',
  back: 'Back to login',
  signIn: 'Login',
  over: 'That took too long. Please sign in again.',
  codesLeft: 'Recovery codes',
  fewLeft: (left: number) =>
    left === 0
      ? 'That was your last recovery code. Make new ones on the page Security in the account menu.'
      : `You have ${left} recovery ${left === 1 ? 'code' : 'codes'} left. You can make new ones on the page Security in the account menu.`,
} as const
