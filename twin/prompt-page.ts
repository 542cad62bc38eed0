/** The part of the page of the phones that shows a prompt and takes its PIN. */
export const promptForm = `<form id="prompt" hidden>
  <h2 id="prompt-text"></h2>
  <label>M-PESA PIN <input name="promptPin" type="password" inputmode="numeric"></label>
  <button>OK</button>
  <button type="button" name="cancel">Cancel</button>
  <button type="button" name="ignore">Do not answer</button>
</form>`;

/** Its script; it uses the functions of the page around it. */
export const promptScript = `
  const promptForm = at("prompt");
  let open = null;
  async function showPrompt() {
    const prompts = await (await fetch("/dev/prompts.json")).json();
    open = prompts.find((one) => one.msisdn === chosen.value && one.result === null) ?? null;
    promptForm.hidden = open === null;
    if (open === null) return;
    const amount = "Ksh" + (Number(open.amount) / 100).toLocaleString("en-KE");
    at("prompt-text").textContent =
      "Do you want to pay " + amount + " to " + open.name + ", account " + open.account + "?";
  }
  async function act(how) {
    const pin = promptForm.elements.promptPin.value;
    promptForm.elements.promptPin.value = "";
    await fetch("/dev/phones/prompt", {
      method: "POST",
      body: JSON.stringify({ checkoutId: open.checkoutId, act: how, pin }),
    });
    await showPrompt();
    await show();
  }
  promptForm.addEventListener("submit", (event) => {
    event.preventDefault();
    act("pin");
  });
  for (const how of ["cancel", "ignore"]) {
    promptForm.elements[how].addEventListener("click", () => act(how));
  }
  chosen.addEventListener("change", showPrompt);
  setInterval(showPrompt, 500);
`;
