import { promptForm, promptScript } from "./prompt-page.ts";

/** The page of the phones: a balance, its messages, prompts, and a payment to a paybill. */
export const phonesPage = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Phones</title>
<style>
  :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
  body { max-width: 26rem; margin: 0 auto; padding: 1rem }
  label { display: block; margin-top: .75rem }
  input, select, button { font: inherit; width: 100%; padding: .5rem; box-sizing: border-box }
  button { margin-top: 1rem }
  li { margin: .5rem 0; overflow-wrap: anywhere }
</style>
<h1>Phones</h1>
<label>Phone <select id="phone"></select></label>
<p>Balance: <b id="balance"></b></p>
${promptForm}
<form id="pay">
  <h2>Lipa na M-Pesa, Pay Bill</h2>
  <label>Business number <input name="shortCode" inputmode="numeric" required></label>
  <label>Account number <input name="account" required maxlength="20"></label>
  <label>Amount <input name="amount" inputmode="numeric" required></label>
  <label>PIN <input name="pin" type="password" inputmode="numeric" required></label>
  <button>Send</button>
</form>
<h2>Messages</h2>
<div role="status"><ul id="messages"></ul></div>
<script>
  const at = (id) => document.getElementById(id);
  const chosen = at("phone");
  async function show() {
    const phones = await (await fetch("/dev/phones.json")).json();
    if (chosen.options.length !== phones.length) {
      chosen.replaceChildren(...phones.map((one) => new Option(one.name, one.msisdn)));
    }
    const phone = phones.find((one) => one.msisdn === chosen.value);
    if (!phone) return;
    at("balance").textContent = "Ksh " + (Number(phone.balance) / 100).toLocaleString("en-KE");
    const lines = phone.messages.map((text) => {
      const line = document.createElement("li");
      line.textContent = text;
      return line;
    });
    if (at("messages").textContent !== lines.map((one) => one.textContent).join("")) {
      at("messages").replaceChildren(...lines);
    }
  }
  chosen.addEventListener("change", show);
  at("pay").addEventListener("submit", async (event) => {
    event.preventDefault();
    const typed = Object.fromEntries(new FormData(event.target));
    event.target.elements.pin.value = "";
    await fetch("/dev/phones/paybill", {
      method: "POST",
      body: JSON.stringify({ ...typed, msisdn: chosen.value }),
    });
    await show();
  });
  show();
  setInterval(show, 1000);
${promptScript}</script>
</html>
`;
