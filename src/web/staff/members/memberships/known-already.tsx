import { membershipMessages } from "#shared/messages/members/membership-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import type { ReactElement } from "react";
import { search } from "#shared/contract/members/desk.ts";
import { fill } from "#shared/language.ts";
import { parseMobileNumber } from "#shared/mobile-number.ts";
import { useRequest } from "#web/lib/query.ts";
import { Link } from "#web/lib/router.tsx";
import { recordAddress } from "#web/staff/addresses.ts";
import { Tip } from "#web/ui/tip.tsx";

/** The values of the identifying fields when they lost focus. */
export interface Left {
  readonly idno: string;
  readonly mobile: string;
}

interface KnownProps {
  readonly typed: string;
  readonly by: "nationalId" | "mobile";
}

/** Returns what to search for: nothing while the input is incomplete. */
function wantedOf({ typed, by }: KnownProps): string {
  if (by === "mobile") return parseMobileNumber(typed) ?? "";
  const id = typed.trim();
  return /^[a-z0-9/-]{6,20}$/i.test(id) ? id : "";
}

/** Says which member already has that ID or phone, once the field loses focus; uses the search. */
export function KnownAlready(props: KnownProps): ReactElement {
  const { add } = useMessages(membershipMessages);
  const wanted = wantedOf(props);
  const found = useRequest(
    search,
    { query: { search: wanted } },
    { enabled: wanted !== "", isAccess: true },
  );
  const hits = wanted !== "" && found.state === "loaded" ? found.data.hits : [];
  const known = hits.filter(({ matched }) => matched === props.by).slice(0, 3);
  return (
    <div role="status">
      {known.length > 0 && (
        <Tip meaning="warn">
          <b>{add.known}</b>
          {known.map(({ memberNo, name }) => (
            <span key={memberNo}>
              {" "}
              <Link to={recordAddress(memberNo)}>
                {fill(add.knownText, { name, memberNo, matched: add.by[props.by] })}
              </Link>
            </span>
          ))}
        </Tip>
      )}
    </div>
  );
}
