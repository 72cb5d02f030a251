; Labels whose owner has not delivered yet. Take a line out when the real one arrives.

