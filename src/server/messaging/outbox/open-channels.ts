import type { Config } from "#server/kernel/platform/config.ts";
import { africasTalkingSms } from "./africas-talking.ts";
import { absentChannel } from "./channel.ts";
import type { MessageChannel } from "./channel.ts";
import { consoleChannel } from "./console-channel.ts";
import type { Channels } from "./deliver.ts";

type ChannelConfig = Pick<Config, "mode" | "sms" | "email">;

/**
 * The channels that the configuration names. Production never prints a message: without a channel,
 * its messages fail and their rows say why.
 */
export async function openChannels(
  config: ChannelConfig,
  print: (text: string) => void,
): Promise<Channels> {
  return { sms: openSms(config, print), email: await openEmail(config, print) };
}

function openSms({ mode, sms }: ChannelConfig, print: (text: string) => void): MessageChannel {
  if (sms.channel === "africastalking") return africasTalkingSms(sms);
  return mode === "production" ? absentChannel("SMS") : consoleChannel("SMS", print);
}

async function openEmail(
  { mode, email }: ChannelConfig,
  print: (text: string) => void,
): Promise<MessageChannel> {
  if (email.channel === "smtp") {
    // Its package takes long to load, and a demo needs none.
    const { smtpEmail } = await import("./smtp-email.ts");
    return smtpEmail(email);
  }
  return mode === "production" ? absentChannel("e-mail") : consoleChannel("E-mail", print);
}
