export const versionStrings = {
  available: (app: string) => `A new ${app} update is available.`,
  text: "A new update is available. Click Update to reload this page or close this message and we'll remind you later.",
  updateNow: 'Update Now',
  later: 'Later',
} as const
