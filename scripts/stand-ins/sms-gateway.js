// A gateway that accepts every text message, as Africa's Talking answers, and appends it to a file.
import { createServer } from "node:http";
import { appendFileSync } from "node:fs";

const [, , port, kept] = process.argv;

createServer((request, response) => {
  let body = "";
  request.on("data", (part) => (body += part));
  request.on("end", () => {
    const form = new URLSearchParams(body);
    appendFileSync(kept, `${form.get("message")}\n`);
    const sent = { statusCode: 101, status: "Success", number: form.get("to"), messageId: "AT1" };
    response.writeHead(201, { "content-type": "application/json" });
    response.end(JSON.stringify({ SMSMessageData: { Message: "Sent", Recipients: [sent] } }));
  });
}).listen(Number(port));
