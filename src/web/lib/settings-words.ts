import { type MessageNames, messageNamesEn } from "#shared/messages/messaging/message-names-en.ts";
import { messageNamesSw } from "#shared/messages/messaging/message-names-sw.ts";
import { settingsEn, type SettingsWords } from "#shared/messages/office/settings-en.ts";
import { settingsSw } from "#shared/messages/office/settings-sw.ts";
import { inBoth } from "./words.ts";

/** The words of the society's settings. */
export const useSettingsWords = inBoth<SettingsWords>({ en: settingsEn, sw: settingsSw });

/** What each message is called. */
export const useMessageNames = inBoth<MessageNames>({ en: messageNamesEn, sw: messageNamesSw });
