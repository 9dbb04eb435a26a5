import type { MailTest, SmsTest } from '@ambit/contract'

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
  seal_copies: 'Copies of seals go to',
  sealCopiesNote: 'The audit’s last seal of each day, so that a copy outside exists',
  copiesExample: 'board@example.org, auditor@example.com',
  test: 'Send a test',
  testText: 'One mail to your own address, by what is saved.',
  testFailed: 'No test was sent',
  messages: 'Text messages',
  gateway: 'An SMS gateway takes text messages. Variables of the environment set it.',
  noGateway: 'There is no SMS gateway, so no text messages leave. SMS_PROVIDER in the environment sets one.',
  smsTo: 'Phone number',
  testSms: 'Send a test message',
  codes: 'Codes for passengers',
  codesSent: 'Passengers get the codes that they sign in with.',
  codesMissing: {
    email: 'None leave by e-mail: there is no mail server. Who signs in with an e-mail address is asked to call.',
    sms: 'None leave by text message: there is no SMS gateway. Who signs in with a phone number is asked to call.',
  },
} as const

export const wordsOfSms = ({ outcome, to, said }: SmsTest): string => {
  switch (outcome) {
    case 'sent':
      return `The gateway took a message to ${to}.`
    case 'no_gateway':
      return 'There is no SMS gateway yet.'
    case 'not_allowed':
      return 'This number is of a country to which no text messages are sent. SMS_COUNTRIES in the environment allows more.'
    case 'limit':
      return 'The limit of text messages for today is reached, so no test was sent.'
    case 'not_now':
      return `The gateway did not take the message now: ${said}`
    case 'unknown':
      return 'The gateway did not answer in time. Please check its address, and whether a firewall is in between.'
    case 'refused':
      return `The gateway did not take the message: ${said}`
  }
}

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
