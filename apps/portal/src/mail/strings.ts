export const mailStrings = {
  title: 'Mail outbox',
  explained: 'Without a mail server, mail stays here. Set one up to send it.',
  empty: 'No mail yet',
  emptyReason: 'Mail from Ambit, such as links to reset a password, appears here.',
  forRecipient:
    'The link in this mail is only for its recipient. Without a mail server, set a password for them in their record instead.',
  to: (address: string) => `To ${address}`,
  list: 'Mails',
  count: (total: string) => `${total} total`,
} as const
