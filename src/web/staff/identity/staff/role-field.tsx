import { staffMessages } from "#shared/messages/office/shell-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import type { ReactElement } from "react";
import type { FieldBinding } from "#web/ui/field.tsx";
import { Select } from "#web/ui/select.tsx";

/** The person's role, which decides what they may do. */
export function RoleField(props: {
  readonly label: string;
  readonly bind: FieldBinding;
}): ReactElement {
  return <Select {...props} options={useMessages(staffMessages).roles} />;
}
