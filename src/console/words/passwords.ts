export const PASSWORDS_DIFFER = "The two new passwords differ. Write the same one twice.";
