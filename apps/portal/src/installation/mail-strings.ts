import type { MailTest } from '@ambit/contract'

export const mailStrings = {
  title: 'Mail',
  text: 'Mail waits in the product until a mail server takes it.',
  host: 'Mail server',
  hostExample: 'mail.example.org',
  port: 'Port',
  security: 'Encryption',
  securities: {
    tls: 'TLS (usually port 465)',
    starttls: 'STARTTLS (usually port 587)',
    none: 'None (usually port 25)',
  },
  user: 'User',
  password: 'Password',
  passwordKept: 'Stays as it is',
  passwordSet: 'Set',
  sender: 'Sender',
  senderExample: 'Sunline <hello@example.org>',
  signature: 'Signature',
  test: 'Send a test',
  testText: 'One mail to your own address, by what is saved.',
  testFailed: 'No test was sent',
  messages: 'Text messages',
  noMessages: 'This version sends no text messages.',
} as const

export const wordsOf = ({ outcome, to, said }: MailTest): string => {
  switch (outcome) {
    case 'sent':
      return `The mail server took a mail to ${to}.`
    case 'no_server':
      return 'There is no mail server yet.'
    case 'no_such_host':
      return 'There is no such host. Please check the name of the mail server.'
    case 'not_allowed':
      return 'The mail server is in a network that it must not be in. The operator can allow the network with AMBIT_MAIL_NETWORKS.'
    case 'refused':
      return 'Nothing takes mail there: the connection was refused. Please check the name and the port.'
    case 'timeout':
      return 'The mail server did not answer in time. Please check the name and the port, and whether a firewall is in between.'
    case 'certificate':
      return 'The certificate of the mail server is not trusted: it is for another name, has run out, or nobody known has signed it.'
    case 'encryption':
      return 'The mail server does not speak this encryption on this port.'
    case 'sign_in':
      return 'The mail server did not accept the user or the password.'
    case 'rejected':
      return said === null ? 'The mail server did not take the mail.' : `The mail server did not take the mail: ${said}`
    case 'failed':
      return 'The mail could not be sent: the mail server broke off or did not speak as mail servers do.'
  }
}
