export const mailStrings = {
  title: 'Mail outbox',
  explained: 'Without a mail server, mail stays here. Set one to send it.',
  empty: 'No mail yet',
  emptyReason: 'Mail that Ambit writes, such as links to reset a password, appears here.',
  forRecipient:
    'The link in this mail is for its recipient alone. Without a mail server, set a password for them in their record instead.',
  to: (address: string) => `To ${address}`,
  list: 'Mails',
  count: (total: string) => `${total} total`,
} as const
